import type { Language } from "@/server/domain/errors";
import type { WebhookWords } from "./webhook-words";
import { english } from "./webhook-words.en";
import { turkish } from "./webhook-words.tr";

export const webhookWordsIn = (language: Language): WebhookWords => (language === "tr" ? turkish : english);
