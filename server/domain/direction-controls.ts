/** What a text is without the controls of the writing direction: they could turn the page around it. */
export const withoutDirectionControls = (text: string): string => text.replace(directionControls, "");

/** Embeddings, overrides and isolates; not the marks, which turn nothing but themselves. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Whether anything of a text can be seen: more than spaces, controls and characters without a width. */
export const isVisible = (text: string): boolean => visible.test(text);

const visible = /[^\p{White_Space}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}]/u;
