/* The checks of a card number. A test compares them with the server's rules. */
export function schemeOf(digits) {
  if (/^4/.test(digits)) return "Visa";
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return "Mastercard";
  if (/^(9792|65)/.test(digits)) return "Troy";
  return /^3[47]/.test(digits) ? "American Express" : null;
}

export function grouped(digits) {
  const groups = /^3[47]/.test(digits) ? /^(\d{1,4})(\d{1,6})?(\d+)?/ : /\d{1,4}/g;
  const parts = digits.match(groups) || [];
  return (groups.global ? parts : parts.slice(1).filter(Boolean)).join(" ");
}

/** Returns whether the number is valid and has the length of its scheme, so that the next field can take the focus. */
export function isComplete(digits) {
  const length = { "American Express": 15, Visa: 16, Mastercard: 16, Troy: 16 }[schemeOf(digits)];
  return digits.length === length && isCardNumber(digits);
}

export function isCardNumber(digits) {
  if (!/^\d{13,19}$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const doubled = Number(digits[digits.length - 1 - index]) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function digitsOf(text) {
  return text.replace(/\D/g, "");
}
