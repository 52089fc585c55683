/** Mail with an address and a password: tested by a login, and ready at the end. */
import { addFold } from "../dialog";
import { Platform, Setting, type TextComponent } from "obsidian";
import { escapeLine } from "../../../kit/text";
import {
  accountOf,
  guessMailServers,
  MAIL_LIMIT_REACHED,
  mailServer,
  type MailFault,
} from "../../../settings/mailAccount";
import type { ServerDefinition, ToolView } from "../../../kit/ports/tools";
import type { Mapping } from "../../../settings/settings";
import type { EngineClient } from "../engineClient";
import { showLine } from "../text";
import { WORDS } from "../words";
import { dropSecret, freeName, holdSecret, keepSecrets } from "./drafts";
import { type Wizard } from "./wizard";
import type { Place } from "./place";
import { lookAt, type NamedServer } from "./serverWizard";
import { fieldsOf, fitTool, guessTool, NO_TOOL } from "./toolGuess";

const words = WORDS.settings.mail;
const SENDS = "send_email";
/** The argument by which its tools know the account. */
const ACCOUNT = "account";

export function showMail(wizard: Wizard, place: Place, back: () => void): void {
  const { client } = place;
  const draft = (place.drafts.mail ??= { secret: "", address: "", password: "", smtp: "", imap: "" });
  const fields = new Map<string, TextComponent>();
  let guess = guessMailServers(draft.address);
  let showGuess = (): void => undefined;

  const add = (content: HTMLElement, key: Typed): void => {
    new Setting(content)
      .setName(words[key].name)
      .setDesc(words[key].desc)
      .addText((text) => {
        fields.set(key, text);
        if (key === "password") text.inputEl.type = key;
        text.setValue(draft[key]).onChange((value) => {
          // A password may begin or end with a space.
          draft[key] = key === "password" ? value : value.trim();
          if (key === "address") showGuess();
        });
      });
  };
  /** As it is typed now, under names that nothing has yet; null where something is missing, after saying so. */
  const read = (): NamedServer | null => {
    const { address, password, smtp, imap } = draft;
    if ([address, password, smtp, imap].includes("")) {
      wizard.tell(words.incomplete);
      return null;
    }
    const { servers } = client.settings.now();
    draft.secret = holdSecret(client, "mail-password", password, draft.secret);
    const definition = mailServer(draft, Platform.isWin);
    if (definition === null) wizard.tell(words.badHost);
    else return { name: freeName("mail", (name) => Object.hasOwn(servers, name)), definition };
    return null;
  };
  const save = async (mapping: Omit<Mapping, "server">, then: () => void): Promise<void> => {
    const server = read();
    if (server === null) return;
    const { name, definition } = server;
    // The settings may have come by sync meanwhile.
    const why = Object.hasOwn(client.settings.now().actions, "email")
      ? WORDS.settings.typing.taken
      : await place.save((now) => ({
          ...now,
          servers: { ...now.servers, [name]: definition },
          actions: { ...now.actions, email: { server: name, ...mapping } },
        }));
    wizard.tell(why);
    if (why !== null) return;
    keepSecrets(client, [draft.secret], draft.password);
    place.drafts.mail = null;
    then();
  };
  wizard.closing.signal.addEventListener("abort", () => dropSecret(client, draft.secret));

  wizard.show({
    title: words.title,
    back,
    fill: (content) => {
      showLine(content, words.about);
      add(content, "address");
      add(content, "password");
      const note = content.createDiv({ cls: "planwright-outcome", attr: { role: "status" } });
      const fold = addFold(content, words.servers);
      add(fold, "smtp");
      add(fold, "imap");
      showGuess = () => {
        const next = guessMailServers(draft.address);
        for (const key of ["smtp", "imap"] as const) {
          // A server that the person wrote stays.
          if (draft[key] !== guess[key]) continue;
          draft[key] = next[key];
          fields.get(key)?.setValue(next[key]);
        }
        guess = next;
        const isOwn = next.note === null && next.smtp !== "";
        if (isOwn) fold.open = true;
        note.setText(next.note === null ? (isOwn ? words.own : "") : words.notes[next.note]);
        note.toggleClass("planwright-warning", next.note === "microsoft");
      };
      showGuess();
    },
    buttons: [
      {
        label: words.test,
        run: async () => {
          const isCancelled = (): boolean => wizard.closing.signal.aborted;
          const server = read();
          if (server === null) return;
          const saves = (tool: string): (() => Promise<void>) => {
            return () => save({ ...NO_TOOL, tool, ...knowServer(server, null) }, () => wizard.close());
          };
          if (wizard.tellUnconfirmed(client, { label: words.untested, run: saves(SENDS) })) return;
          wizard.tell(words.testing, false);
          const view = await lookAt(place, server);
          if (isCancelled()) return;
          const tool = view.kind === "up" ? guessTool("email", view.tools) : null;
          const why =
            view.kind === "down"
              ? WORDS.settings.server.down(escapeLine(view.why, 600))
              : tool === null
                ? words.noTool
                : await tryLogins(client, server);
          if (isCancelled()) return;
          if (why === null)
            await save({ ...fitTool(tool), ...knowServer(server, tool) }, () =>
              wizard.show({
                title: words.ready,
                fill: (content) => {
                  showLine(content, words.waits);
                },
                isEnd: true,
                buttons: [{ label: WORDS.dialog.close, run: () => wizard.close() }],
              }),
            );
          else {
            if (tool !== null) place.tests.keepLogin(server.name, server.definition, why);
            wizard.tell(why, true, { label: words.untested, run: saves(tool?.name ?? SENDS) });
          }
        },
      },
    ],
  });
}

/**
 * The account goes along with every mail, so that no plan has to name it; the server's words for a mail that it did not
 * send are known. `tool`: null where it was not looked at.
 */
function knowServer(
  { definition }: NamedServer,
  tool: ToolView | null,
): Pick<Mapping, "fixed_arguments" | "nothing_happened_words"> {
  const account = accountOf(definition);
  const isTaken = tool === null || fieldsOf(tool).some(({ name }) => name === ACCOUNT);
  return {
    fixed_arguments: account === null || !isTaken ? {} : { [ACCOUNT]: account },
    nothing_happened_words: account === null ? [] : [MAIL_LIMIT_REACHED],
  };
}

type Typed = "address" | "password" | "smtp" | "imap";

/** Why the account cannot send or read, as a sentence; null where it can. */
async function tryLogins(client: EngineClient, { name, definition }: NamedServer): Promise<string | null> {
  const fault = await client.checkMail(name, definition);
  return fault && sayRefused(fault, mailHost(definition, fault.of));
}

export function mailHost(definition: ServerDefinition, of: MailFault["of"]): string {
  const name = of === "smtp" ? "MCP_EMAIL_SMTP_HOST" : "MCP_EMAIL_IMAP_HOST";
  return "command" in definition ? (definition.env[name] ?? "") : "";
}

/** No server was reached, so none refused anything. Its name is blanked in the program’s own words. */
export function sayRefused({ of, why }: MailFault, host: string): string {
  const isThere = !/\b(?:ENOTFOUND|EAI_AGAIN)\b/.test(why);
  return isThere ? words.refused[of](escapeLine(why, 600)) : words.noServer[of](escapeLine(host, 100));
}
