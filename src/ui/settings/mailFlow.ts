/** Mail with an address and a password: tested by a login, and ready at the end. */
import { Platform, Setting, type TextComponent } from "obsidian";
import { plain } from "../../kit/text";
import { guessMailServers, mailServer } from "../../settings/mailAccount";
import type { Mapping } from "../../settings/settings";
import { showLine } from "../text";
import { WORDS } from "../words";
import type { MailDraft } from "./drafts";
import { addFold, type Flow } from "./flow";
import type { Place } from "./place";
import { lookAt, saveServer } from "./serverFlow";
import { fitTool, guessTool, NO_TOOL } from "./toolGuess";

const words = WORDS.settings.mail;
const SENDS = "send_email";

export function showMail(flow: Flow, place: Place, back: () => void): void {
  const { door } = place;
  const draft = (place.drafts.mail ??= newDraft(place));
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
          draft[key] = value.trim();
          if (key === "address") showGuess();
        });
      });
  };
  const server = () => ({ name: draft.name, definition: mailServer(draft, Platform.isWin) });
  const save = async (mapping: Omit<Mapping, "server">, then: () => void): Promise<void> => {
    const why =
      (await saveServer(place, null, server())) ??
      (await place.save((now) => ({
        ...now,
        actions: { ...now.actions, email: { server: draft.name, ...mapping } },
      })));
    flow.tell(why);
    if (why !== null) return;
    place.drafts.mail = null;
    then();
  };

  flow.show({
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
          const { address, password, smtp, imap, secret } = draft;
          if ([address, password, smtp, imap].includes("")) {
            flow.tell(words.incomplete);
            return;
          }
          door.app.secretStorage.setSecret(secret, password);
          flow.tell(words.testing, false);
          const { name, definition } = server();
          const view = await lookAt(place, server());
          const tool = view.kind === "up" ? guessTool("email", view.tools) : null;
          const why =
            view.kind === "down"
              ? WORDS.settings.server.down(plain(view.why, 600))
              : tool === null
                ? words.noTool
                : await door.checkMail(name, definition);
          if (why === null)
            await save(fitTool(tool), () =>
              flow.show({
                title: words.ready,
                fill: (content) => {
                  showLine(content, words.waits);
                  showLine(content, words.account(plain(address, 200)));
                },
                isEnd: true,
                buttons: [{ label: WORDS.dialog.close, run: () => flow.close() }],
              }),
            );
          else
            flow.tell(view.kind === "down" ? why : words.refused(plain(why, 600)), true, {
              label: words.untested,
              run: () => save({ ...NO_TOOL, tool: tool?.name ?? SENDS }, () => flow.close()),
            });
        },
      },
    ],
  });
}

type Typed = "address" | "password" | "smtp" | "imap";

/** Names that nothing has yet: an account that is there keeps its server and its password. */
function newDraft({ door }: Place): MailDraft {
  const { servers } = door.settings.now();
  return {
    name: freeName("mail", (name) => Object.hasOwn(servers, name)),
    secret: freeName("mail-password", (id) => door.app.secretStorage.getSecret(id) !== null),
    address: "",
    password: "",
    smtp: "",
    imap: "",
  };
}

export function freeName(base: string, isTaken: (name: string) => boolean): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}-${String(n)}`;
    if (!isTaken(name)) return name;
  }
}
