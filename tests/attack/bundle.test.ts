/**
 * The attack book once more, from outside: the program as it is shipped, and real servers. ATTACK=shipped plays all of
 * it, which takes minutes.
 */
import { read, type Case } from "./book";
import { openBundle } from "./bundle";
import { AGAIN } from "./gate-again";
import { CHANGED } from "./gate-changed";
import { FORGED } from "./gate-forged";
import { LETTERS } from "./gate-many";
import { HOST, SECRETS } from "./host";
import { FILES, NAMES } from "./paths";
import { DISK } from "./paths-disk";
import { ALL_SHIPPED, sample } from "./quick";

const FROM_OUTSIDE = { atOnce: true, hasty: !ALL_SHIPPED };
const shipped = (cases: readonly Case[]): readonly Case[] =>
  sample(
    cases.filter((each) => ALL_SHIPPED || each.shipped === true),
    3,
  );

read("Gate, shipped", shipped([...FORGED, ...CHANGED, ...AGAIN, ...LETTERS]), openBundle, FROM_OUTSIDE);
read("Paths, shipped", shipped([...NAMES, ...FILES, ...DISK]), openBundle, FROM_OUTSIDE);
read("Host, shipped", shipped(HOST), openBundle, FROM_OUTSIDE);
read("Host, shipped", SECRETS, openBundle, FROM_OUTSIDE);
