/** The field that the server's refusal of card numbers concerns, in forms in which a person only gives a reason. */
export const reasonRefusals = { sensitive_data_not_allowed: "reason" } as const;
