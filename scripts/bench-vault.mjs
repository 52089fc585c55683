/** Makes a vault of any size, to try Planwright on. */
import { fillVault, whyNot } from "./bench/fill.mjs";
import { optionsOf } from "./options.mjs";

const values = optionsOf({
  command: "bench:vault",
  does: "Makes a vault of drawn plans in a folder of its own, to try Planwright on.",
  options: {
    to: { says: "the folder; new, or empty", takes: "FOLDER" },
    plans: { says: "how many plans", least: 0, otherwise: 1000 },
    others: { says: "how many notes beside our folders", least: 0, otherwise: 0 },
    mixed: {
      says: "also what a year of loose scripts leaves: 1,049 plans of 38 sources, 37 in 100 broken, 900 foreign requests",
    },
    seed: { says: "the same seed draws the same notes", least: 0, otherwise: 1 },
  },
});
if (values.to === null) stop("Give the folder with --to FOLDER.");
const why = whyNot(values.to);
if (why !== null) stop(why);
fillVault(values.to, values);
console.log(
  `Made ${values.to}: ${values.plans} plans${values.mixed ? ", the leavings of loose scripts" : ""}${values.others > 0 ? `, ${values.others} other notes` : ""}.`,
);

function stop(sentence) {
  console.error(sentence);
  process.exit(2);
}
