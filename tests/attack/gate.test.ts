/** The attack book, Gate: nothing goes out that a person did not approve, as it read, once. */
import { read } from "./book";
import { openFolder } from "./folder";
import { AGAIN } from "./gate-again";
import { BETWEEN } from "./gate-between";
import { CHANGED } from "./gate-changed";
import { FORGED } from "./gate-forged";
import { LETTERS, MANY } from "./gate-many";

read("Gate", [...FORGED, ...CHANGED, ...AGAIN, ...LETTERS], openFolder, { atOnce: true });
read("Gate, in the middle of things", [...BETWEEN, ...MANY], openFolder, { atOnce: true });
