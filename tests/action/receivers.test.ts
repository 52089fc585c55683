import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  furtherReceivers,
  joinReceivers,
  partsOf,
  readReceivers,
  receiversOf,
  writeReceiver,
} from "../../src/note/action/receivers";

describe("a target is read as the receivers it names", () => {
  it.each<[string, readonly string[]]>([
    ["", []],
    ["ana@example.com", ["ana@example.com"]],
    ["a@example.com, b@example.com; c@example.com", ["a@example.com", "b@example.com", "c@example.com"]],
    ["a@example.com\nb@example.com", ["a@example.com", "b@example.com"]],
    ["a@example.com,", ["a@example.com"]],
    ['"Lee, Ana" <ana@example.com>', ['"Lee, Ana" <ana@example.com>']],
    ["ana@home <ana@example.com>", ['"ana@home" <ana@example.com>']],
    [
      '"Lee, Ana" <ana@example.com>, Ben <ben@example.com>',
      ['"Lee, Ana" <ana@example.com>', "Ben <ben@example.com>"],
    ],
    ["ana@example.com <ana@example.com>", ["ana@example.com"]],
    [
      "Ana <ANA@Example.com>, ben@example.com (was ben@example.org)",
      ["Ana <ANA@Example.com>", '"was ben@example.org" <ben@example.com>'],
    ],
    ['"ana@example.org" <ana@example.com>', ['"ana@example.org" <ana@example.com>']],
    ["ana@example.com (Ana Lee)", ["Ana Lee <ana@example.com>"]],
    ["Team: a@example.com, b@example.com;", ["a@example.com", "b@example.com"]],
    ["Ana, 12 Hill Street", ["Ana, 12 Hill Street"]],
    ["@ana", ["@ana"]],
    ["+41791234567", ["+41791234567"]],
    ["DE02 1203 0000, Reference: 7", ["DE02 1203 0000, Reference: 7"]],
  ])("%j", (target, receivers) => {
    expect(receiversOf(target)).toEqual(receivers);
  });

  it.each([
    ["a name with a comma and no quotes", "Lee, Ana <ana@example.com>", "“Lee” in"],
    ["two addresses with nothing between them", "a@example.com b@example.com", "is more than one address"],
    [
      "two addresses in brackets with nothing between them",
      "<a@example.com> <b@example.com>",
      "is more than one address",
    ],
    ["an address behind a name with one", "Ana <a@example.com> b@example.com", "is more than one address"],
    ["an address as the name of another", "a@example.com <b@example.com>", "is more than one address"],
    ["an address as the name of a group", "a@example.com: b@example.com;", "is more than one address"],
    ["two on a machine of their own", "<a@localhost> <b@localhost>", "is more than one address"],
    ["words after an address", "a@example.com # not Bob", "is more than one address"],
    ["an address and a word", "a@example.com, Ben", "“Ben” in"],
    ["a link to an address", "mailto:ana@example.com", "is a link; write the address alone"],
  ])("is not clear with %s", (_what, target, why) => {
    const parsed = readReceivers(target);
    expect(parsed.kind === "unclear" ? parsed.why : parsed).toContain(why);
    expect(receiversOf(target)).toEqual([target]);
  });

  it("writes a receiver so that it reads back as the same one", () => {
    const name = fc
      .string()
      .map((text) =>
        text
          .replace(/[\p{C}]/gu, "")
          .replace(/\s+/g, " ")
          .trim(),
      )
      .filter((text) => !/=\?/.test(text));
    fc.assert(
      fc.property(name, (each) => {
        const written = writeReceiver({ name: each, address: "ana@example.com" });
        expect(readReceivers(written)).toEqual({
          kind: "receivers",
          all: [{ name: each, address: "ana@example.com" }],
        });
      }),
    );
  });

  it("shows name, mailbox and domain apart", () => {
    expect(partsOf('"Lee, Ana" <ana@example.com>')).toEqual({
      name: "Lee, Ana",
      local: "ana",
      domain: "example.com",
    });
    expect(partsOf("Ana, 12 Hill Street")).toEqual({ name: "", local: "Ana, 12 Hill Street", domain: "" });
    expect(partsOf("a@example.com b@example.com")).toEqual({
      name: "",
      local: "a@example.com b@example.com",
      domain: "",
    });
  });
});

describe("a list of receivers", () => {
  it("is one line of addresses, of texts and of objects", () => {
    expect(joinReceivers(["a@example.com", { name: "Lee, Ana", email: "ana@example.com" }])).toBe(
      'a@example.com, "Lee, Ana" <ana@example.com>',
    );
    expect(joinReceivers([])).toBe("");
    expect(joinReceivers(["Ana", "Ben"])).toBe(null);
    expect(joinReceivers([{ name: "Ana" }])).toBe(null);
    expect(joinReceivers([{ name: "Ana", email: "a@example.com", cc: "b@example.com" }])).toBe(null);
    expect(joinReceivers([{ email: "a@example.com", address: "b@example.com" }])).toBe(null);
    expect(joinReceivers("a@example.com")).toBe(null);
  });

  it("is found in arguments by the usual names, and in no others", () => {
    const args = {
      cc: "a@example.com",
      bccRecipients: ["b@example.com"],
      recipient_list: [{ address: "c@example.com" }],
      reply_to: "d@example.com",
      subject: "cc: e@example.com",
      Bcc: "",
      to: null,
    };
    expect(furtherReceivers(args)).toEqual([
      { argument: "cc", texts: ["a@example.com"] },
      { argument: "bccRecipients", texts: ["b@example.com"] },
      { argument: "recipient_list", texts: ["c@example.com"] },
    ]);
  });
});
