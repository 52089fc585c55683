/** Says why a request got no answer: one table, by the code of the error. */
import { isObject } from "../../kit/json";
import { escapeLine } from "../../kit/text";
import { codeOf, NeverLeft, rawWordsOf, Told } from "./failure";

interface Cause {
  readonly codes: readonly string[];
  /**
   * When the error proves that no byte of the request left. `always`: it comes before there is a connection.
   * `connecting`: only if the system was still connecting.
   */
  readonly unsent: "always" | "connecting" | "never";
  /** The rest of a sentence that begins with “The server at HOST”; `port` is the port of the address. */
  readonly words: (port: string) => string;
}

const CHECK = "check the address in the settings";
const CERTIFICATE = "Whoever runs it has to renew or replace the certificate";

const CAUSES: readonly Cause[] = [
  {
    codes: ["ECONNREFUSED"],
    unsent: "always",
    words: () => `refused the connection: nothing listens there. Start it, or ${CHECK}.`,
  },
  {
    codes: ["ENOTFOUND"],
    unsent: "always",
    words: () => `was not found: there is no computer of that name. For a misspelt name, ${CHECK}.`,
  },
  {
    codes: ["EAI_AGAIN"],
    unsent: "always",
    words: () => "was not looked up: this device cannot ask for names right now. Is it online?",
  },
  {
    codes: ["UND_ERR_CONNECT_TIMEOUT"],
    unsent: "always",
    words: () => `did not accept a connection in time. Start it, or ${CHECK}.`,
  },
  { codes: ["ETIMEDOUT"], unsent: "connecting", words: () => "did not answer in time." },
  {
    codes: ["EHOSTUNREACH", "ENETUNREACH", "ENETDOWN", "EADDRNOTAVAIL"],
    unsent: "connecting",
    words: () => "is in a network that this device does not reach. Is it online?",
  },
  {
    codes: ["ERR_TLS_CERT_ALTNAME_INVALID"],
    unsent: "always",
    words: () => `has a certificate for another name. Most likely the address is wrong; ${CHECK}.`,
  },
  {
    codes: ["CERT_HAS_EXPIRED"],
    unsent: "always",
    words: () => `has a certificate that has expired. ${CERTIFICATE}.`,
  },
  {
    codes: ["CERT_NOT_YET_VALID"],
    unsent: "always",
    words: () => "has a certificate that is not valid yet. Is the clock of this device right?",
  },
  {
    codes: [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "CERT_UNTRUSTED",
      "CERT_REVOKED",
      "CERT_REJECTED",
      "CERT_SIGNATURE_FAILURE",
      "INVALID_CA",
      "HOSTNAME_MISMATCH",
    ],
    unsent: "always",
    words: () => `has a certificate that this device does not trust. ${CERTIFICATE}.`,
  },
  {
    codes: ["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"],
    unsent: "never",
    words: (port) => `does not speak https on port ${port}. Check the port in the settings.`,
  },
  {
    codes: ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"],
    unsent: "never",
    words: () => "closed the connection before it answered.",
  },
  {
    codes: ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"],
    unsent: "never",
    words: () => "did not answer in time.",
  },
];

/** The error to throw instead, with a sentence for a person. */
export function unreached(error: unknown, address: URL): Told {
  const server = `The server at ${escapeLine(address.host, 120)}`;
  const port = address.port || (address.protocol === "https:" ? "443" : "80");
  const code = codeOf(error);
  const cause = CAUSES.find(({ codes }) => code !== null && codes.includes(code));
  if (cause !== undefined) {
    const isUnsent = cause.unsent === "always" || (cause.unsent === "connecting" && isConnecting(error));
    return new (isUnsent ? NeverLeft : Told)(`${server} ${cause.words(port)}`, { cause: error });
  }
  // Node refuses the ports that the web standard forbids. It does so before it connects, and its error has no code.
  if (wordsWithin(error).includes("bad port"))
    return new NeverLeft(
      `${server} was not asked: web requests to port ${port} are not allowed. Check the port in the settings.`,
      { cause: error },
    );
  return new Told(
    `The connection to ${escapeLine(address.host, 120)} broke: ${wordsWithin(error).at(-1) ?? rawWordsOf(error)}`,
    { cause: error },
  );
}

/** The words of an error and of its causes, the innermost last: “fetch failed” alone tells nothing. */
function wordsWithin(error: unknown, depth = 4): readonly string[] {
  if (depth === 0 || !(error instanceof Error)) return [];
  return [...(error.message === "" ? [] : [error.message]), ...wordsWithin(error.cause, depth - 1)];
}

function isConnecting(error: unknown, depth = 4): boolean {
  if (depth === 0 || !isObject(error)) return false;
  const errors = error["errors"];
  const causes: readonly unknown[] = [error["cause"], Array.isArray(errors) ? errors[0] : null];
  return error["syscall"] === "connect" || causes.some((each) => isConnecting(each, depth - 1));
}
