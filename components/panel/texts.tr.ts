import panel from "@/messages/panel.tr.json";
import shared from "@/messages/shared.tr.json";

export const texts = { panel, shared };
