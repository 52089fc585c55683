import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";

import { NeverLeft } from "../../src/adapters/net/failure";
import { ACTION_KEY, gate } from "../../src/adapters/mcp/once";

function wire(send: () => Promise<void> = () => Promise.resolve()): {
  transport: Transport;
  sent: JSONRPCMessage[];
} {
  const sent: JSONRPCMessage[] = [];
  const transport: Transport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: (message) => {
      sent.push(message);
      return send();
    },
  };
  return { transport, sent };
}

const goesOn = new AbortController().signal;

const callOf = (action: string, id = 1): JSONRPCMessage => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "pay", _meta: { [ACTION_KEY]: action } },
});

test("after a stop no call passes, and it is certain that it did not", async () => {
  const { transport, sent } = wire();
  const stop = new AbortController();
  const ticket = gate(transport, stop.signal).admit("a");
  stop.abort();
  await expect(transport.send(callOf("a"))).rejects.toThrow(NeverLeft);
  expect(sent).toEqual([]);
  expect(ticket).toMatchObject({ left: false });
});

test("a call passes once, however often it is sent", async () => {
  const { transport, sent } = wire();
  const ticket = gate(transport, goesOn).admit("a");
  await transport.send(callOf("a"));
  await expect(transport.send(callOf("a", 2))).rejects.toThrow(NeverLeft);
  expect(sent).toHaveLength(1);
  expect(ticket).toMatchObject({ left: true });
});

test("a call nobody admitted does not pass, nor one that was given up", async () => {
  const { transport, sent } = wire();
  const once = gate(transport, goesOn);
  await expect(transport.send(callOf("a"))).rejects.toThrow(NeverLeft);
  const ticket = once.admit("b");
  if (ticket !== null) once.withdraw(ticket);
  await expect(transport.send(callOf("b"))).rejects.toThrow(NeverLeft);
  expect(sent).toHaveLength(0);
});

test("a call that failed for certain before it left has not left, and still does not pass again", async () => {
  const { transport } = wire(() => Promise.reject(new NeverLeft("Refused.")));
  const ticket = gate(transport, goesOn).admit("a");
  await expect(transport.send(callOf("a"))).rejects.toThrow("Refused.");
  expect(ticket).toMatchObject({ left: false });
  await expect(transport.send(callOf("a"))).rejects.toThrow("not sent again");
});

test("a call that failed for any other reason may have left", async () => {
  const { transport } = wire(() => Promise.reject(new Error("EPIPE")));
  const ticket = gate(transport, goesOn).admit("a");
  await expect(transport.send(callOf("a"))).rejects.toThrow("EPIPE");
  expect(ticket).toMatchObject({ left: true });
});

test("whatever is no call passes as it is", async () => {
  const { transport, sent } = wire();
  gate(transport, goesOn);
  await transport.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  await transport.send({ jsonrpc: "2.0", id: 2, method: "tools/list" });
  expect(sent).toHaveLength(2);
});
