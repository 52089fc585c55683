/**
 * Lets the window do other work. A phone has no `setImmediate`, and the window delays repeated timers by 4 ms each; a
 * message comes at once.
 */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
