/**
 * The attack book, Host: nothing that only arrives is obeyed, nothing secret is told, and too much of anything is
 * bounded.
 */
import { read } from "./book";
import { openFolder } from "./folder";
import { HOST, STORMS } from "./host";

read("Host", HOST, openFolder, { atOnce: true });
read("Host, storms", STORMS, openFolder);
