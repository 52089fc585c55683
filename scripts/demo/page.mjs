/**
 * The page that the demo prints: plain text within 80 columns, who does what on the left. Bold and dim only where
 * somebody looks at a terminal.
 */

const WIDTH = 80;
/** Room for who it is. */
const MARGIN = 14;
const NOBODY = " ".repeat(MARGIN);

export function createPage(stream = process.stdout) {
  const styled = stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb";
  const bold = (text) => (styled ? `\u001b[1m${text}\u001b[22m` : text);
  const dim = (text) => (styled ? `\u001b[2m${text}\u001b[22m` : text);
  let blank = 0;
  let acts = 0;
  const line = (text) => {
    blank = text === "" ? blank + 1 : 0;
    stream.write(`${text}\n`);
  };
  /** At least so many empty lines; what stands above may have left some. */
  const gap = (most = 1) => {
    while (blank < most) line("");
  };

  return {
    title(text) {
      gap();
      line(bold(text));
      line("=".repeat(lengthOf(text)));
    },
    act(text) {
      acts += 1;
      const heading = `${acts}. ${text}`;
      gap(2);
      line(bold(heading));
      line("-".repeat(lengthOf(heading)));
    },
    /** A paragraph of the narrator. */
    say(text) {
      gap();
      for (const each of wrap(text, WIDTH)) line(each);
      gap();
    },
    gap: () => gap(),
    /**
     * `Planwright    writes the request`, beneath it where that stands. A path is never broken: it is there to be
     * copied.
     */
    does(who, what, where = null) {
      const [first = "", ...rest] = wrap(what, WIDTH - MARGIN);
      line(`${bold(who.padEnd(MARGIN))}${first}`);
      for (const each of rest) line(NOBODY + each);
      if (where === null) return;
      if (MARGIN + 2 + lengthOf(where) <= WIDTH || !where.includes("/"))
        return line(dim(`${NOBODY}> ${where}`));
      const cut = where.lastIndexOf("/") + 1;
      const name = where.slice(cut);
      line(dim(`${NOBODY}> ${where.slice(0, cut)}`));
      line(dim(" ".repeat(Math.max(0, Math.min(MARGIN + 2, WIDTH - lengthOf(name)))) + name));
    },
    /** A file or a mail as it stands; only lines that are too long go on in the next. */
    quote(name, text) {
      gap();
      line(`  ${dim(`+-- ${name}`)}`);
      for (const each of text.trimEnd().split("\n")) {
        const indent = /^\s*(?:[-*>] (?:\[.\] )?|\d+\. )?/u.exec(each)?.[0] ?? "";
        const rows =
          lengthOf(each) <= WIDTH - 4 ? [each] : wrap(each.slice(indent.length), WIDTH - 4 - indent.length);
        rows.forEach((row, at) => {
          const led = rows.length === 1 ? row : (at === 0 ? indent : " ".repeat(indent.length)) + row;
          line(`  ${dim("|")} ${led}`.trimEnd());
        });
      }
      line(`  ${dim("+--")}`);
      gap();
    },
  };
}

/** Words onto lines; a word that is longer than a line is cut. */
function wrap(text, width) {
  const lines = [];
  let current = "";
  for (const word of text
    .trim()
    .split(/\s+/)
    .flatMap((each) => pieces(each, width))) {
    if (current !== "" && lengthOf(current) + 1 + lengthOf(word) > width) {
      lines.push(current);
      current = word;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  return [...lines, current];
}

function pieces(word, width) {
  const letters = [...word];
  const parts = [];
  for (let at = 0; at < letters.length; at += width) parts.push(letters.slice(at, at + width).join(""));
  return parts;
}

/** In columns: ✋ and its like take two. */
function lengthOf(text) {
  return [...text].length + (text.match(/\p{Emoji_Presentation}/gu)?.length ?? 0);
}
