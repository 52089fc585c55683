/**
 * An SMTP server on loopback that keeps every mail it is given, and can be told to misbehave at the moment that
 * matters.
 */
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/**
 * `behaviour` decides what happens once a mail has arrived whole: `accept` (default) says so; `hang` keeps the mail and
 * never answers; `drop` keeps the mail and breaks the connection; `refuse` answers an error and keeps nothing; `lock`
 * lets nobody in; `stall` keeps whoever logs in waiting, until `letIn`.
 */
export async function startSink({ port = 0 } = {}) {
  const messages = [];
  let behaviour = "accept";
  let logins = 0;
  let held = [];
  let tellWaiting = [];

  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth(auth, _session, done) {
      logins += 1;
      if (behaviour === "stall") held.push(() => done(null, { user: auth.username }));
      else if (behaviour === "lock") done(Object.assign(new Error("Wrong password"), { responseCode: 535 }));
      else done(null, { user: auth.username });
    },
    async onData(stream, session, done) {
      const chunks = [];
      for await (const chunk of stream) chunks.push(chunk);
      if (behaviour === "refuse")
        return done(Object.assign(new Error("Mailbox unavailable"), { responseCode: 550 }));
      const mail = await PostalMime.parse(Buffer.concat(chunks));
      messages.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) });
      for (const tell of tellWaiting) tell();
      tellWaiting = [];
      if (behaviour === "drop") for (const connection of server.connections) connection._socket.destroy();
      if (behaviour === "accept") done(null, "Kept");
    },
  });
  server.on("error", () => undefined); // A client that breaks off is nothing to stop for.
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });

  return {
    port: server.server.address().port,
    messages,
    /** Tries of logging in, and how many are connected. */
    logins: () => logins,
    connected: () => server.connections.size,
    /** Answers those who were kept waiting. */
    letIn() {
      for (const each of held) each();
      held = [];
    },
    /** The fate of mails from now on. */
    behave(how) {
      behaviour = how;
    },
    /** Resolves when `count` mails have arrived. */
    async arrived(count) {
      while (messages.length < count) await new Promise((resolve) => tellWaiting.push(resolve));
    },
    stop: () =>
      new Promise((resolve) => {
        for (const connection of server.connections) connection._socket.destroy();
        server.close(() => resolve());
      }),
  };
}
