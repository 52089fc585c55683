/** An IMAP server on loopback with an empty mailbox: enough for a program to log in and ask for what the server can. */
import { createServer } from "node:net";

/** `refuse(true)` lets nobody in from then on. */
export async function startImap() {
  const sockets = new Set();
  let refuses = false;
  const answer = (words) => {
    switch (words.toUpperCase()) {
      case "CAPABILITY":
        return "* CAPABILITY IMAP4rev1\r\n";
      case "LIST":
        return '* LIST (\\Noselect) "/" ""\r\n';
      case "LOGOUT":
        return "* BYE\r\n";
      default:
        return "";
    }
  };
  const server = createServer((socket) => {
    let rest = "";
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined); // A client that breaks off is nothing to stop for.
    socket.write("* OK ready\r\n");
    socket.on("data", (data) => {
      const lines = (rest + data.toString("utf8")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [tag = "", command = ""] = line.split(" ");
        const isLocked = refuses && command.toUpperCase() === "LOGIN";
        socket.write(`${answer(command)}${tag} ${isLocked ? "NO Wrong password" : "OK done"}\r\n`);
      }
    });
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: server.address().port,
    refuse: (on) => (refuses = on),
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
