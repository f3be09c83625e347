/*
 * The script of the pages without a card form: the one that leads to the bank, and the one that waits for its outcome.
 * Both also work without it. It is listed with its hash in /.well-known/payment-page-scripts.json.
 */
import { countDown, watch } from "./link-wait.js";
import { loadLanguageSwitch } from "./page.js";

const toBank = document.querySelector("form[data-to-bank]");
// A bank's field may be named "submit", which hides the form's own function.
if (toBank) HTMLFormElement.prototype.submit.call(toBank);
for (const place of document.querySelectorAll("[data-until]")) countDown(place);
const polling = document.querySelector("[data-poll]");
if (polling) watch(polling);
loadLanguageSwitch();
