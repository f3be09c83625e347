import shared from "@/messages/shared.tr.json";
import staff from "@/messages/staff.tr.json";

export const texts = { staff, shared };
