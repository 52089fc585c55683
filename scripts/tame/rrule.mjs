import { of } from "./cut.mjs";

/** rrule reads the words in which a plan repeats, and counts their days, one after the other. */
export const rruleRows = [
  {
    file: "rrule/dist/esm/index.js",
    why: "sets of rules, and rules as calendars write them",
    to: "export { RRule } from './rrule';\n",
  },
  {
    file: "rrule/dist/esm/nlp/index.js",
    why: "a rule is read from words, and never told in words",
    to: "export { default as parseText } from './parsetext';\n",
  },
  ...of("rrule/dist/esm/rrule.js", [
    {
      why: "rules as calendars write them, and rules in words",
      lines: {
        "import { fromText, parseText, toText,": "import { parseText } from './nlp/index';",
        "import { parseString } from": "",
        "import { optionsToString } from": "",
        "RRule.fromText = function (text, language) {": "",
        "RRule.fromString = function (str) {": "",
        "RRule.prototype.toString = function () {": "",
        "RRule.prototype.toText = function (": "",
        "RRule.prototype.isFullyConvertibleToText = function () {": "",
        "RRule.parseString = parseString;": "",
        "RRule.optionsToString = optionsToString;": "",
      },
    },
    {
      why: "days are taken one by one, each rule once: no list of them is asked for or kept",
      lines: {
        "import IterResult from": "",
        "import { Cache } from": "",
        "import { isValidDate } from": "",
        "this._cache = noCache ?": "",
        "RRule.prototype._cacheGet = function (": "",
        "RRule.prototype._cacheAdd = function (": "",
        "RRule.prototype.all = function (iterator) {":
          "RRule.prototype.all = function (iterator) { return this._iter(new CallbackIterResult('all', {}, iterator)); };",
        "RRule.prototype.between = function (": "",
        "RRule.prototype.before = function (": "",
        "RRule.prototype.after = function (": "",
        "RRule.prototype.count = function () {": "",
        "RRule.prototype.clone = function () {": "",
      },
    },
  ]),
];
