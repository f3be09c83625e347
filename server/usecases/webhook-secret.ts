/** Binds a sealed webhook secret to its account. */
export const webhookSecretPurpose = (partnerId: string): string => `webhook-secret:${partnerId}`;
