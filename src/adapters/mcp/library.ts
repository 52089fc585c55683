/**
 * The two classes of the package that are used: importing these alone leaves out its sign-in by OAuth, which no
 * server here asks for.
 */
export { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
