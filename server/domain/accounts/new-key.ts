import { jsonObject, nameText } from "../fields";

/** With what a user creates an API key in the panel. */
export const newKeyInput = jsonObject({ name: nameText(64) });
