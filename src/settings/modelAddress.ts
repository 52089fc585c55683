/** Where questions to a model may go: over https, to this computer, or, without a key, into a private network. */

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** Networks that no router passes on to the internet, names that only they know, and names without a dot. */
const PRIVATE =
  /^(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2}|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])(?:\.\d{1,3}){2}|\[f[cd][0-9a-f]{2}:.*\]|\[fe[89ab][0-9a-f]:.*\]|[a-z0-9-]+|[a-z0-9.-]+\.(?:local|lan|internal|home\.arpa|ts\.net))$/;

/** Whether it is this computer. */
export function isLocal(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.test(new URL(address).hostname);
}

/** Whether it is this computer, or one in a private network. */
export function isNear(address: string): boolean {
  return isLocal(address) || (URL.canParse(address) && PRIVATE.test(new URL(address).hostname));
}

/** A sentence; null where a question, with this key, may go to that address. */
export function addressFault(address: string, key: string): string | null {
  if (!URL.canParse(address)) return "The address of the model is not a web address.";
  const { protocol, username, password } = new URL(address);
  if (username !== "" || password !== "") return "The address of the model holds a name or a password.";
  if (protocol === "https:" || (protocol === "http:" && isLocal(address))) return null;
  if (protocol !== "http:") return "The address of the model has to begin with https or http.";
  if (key !== "") return "A key goes only to an address that begins with https, or to this computer.";
  return isNear(address)
    ? null
    : "What an agent reads goes only to an address that begins with https, to this computer, or into a private network.";
}
