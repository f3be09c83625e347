/**
 * Reads the month that a calendar of payouts shows, `YYYY-MM` (D-377). Returns null for any other text, and for another
 * century than the present one.
 */
export const readCalendarMonth = (text: string | null): string | null =>
  text !== null && /^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : null;
