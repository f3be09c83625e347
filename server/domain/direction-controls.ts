/** Removes the direction controls from a text, because they could reverse the text of the page around it. */
export const stripDirectionControls = (text: string): string => text.replace(directionControls, "");

/** Embeddings, overrides and isolates. Direction marks stay, because they do not affect the text around them. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Returns whether a text has a visible character: not only spaces, controls and characters without a width. */
export const isVisible = (text: string): boolean => visible.test(text);

const visible = /[^\p{White_Space}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}]/u;
