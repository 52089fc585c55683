/**
 * The attack book, Paths: nothing is read or written but plain notes in the folders of Planwright, each spelled exactly
 * so.
 */
import { read } from "./book";
import { openFolder } from "./folder";
import { FILES, IN_SETTINGS, NAMES } from "./paths";
import { CROWD, DISK } from "./paths-disk";

read("Paths", [...NAMES, ...IN_SETTINGS, ...FILES, ...DISK], openFolder, { atOnce: true });
read("Paths, in a crowd", CROWD, openFolder);
