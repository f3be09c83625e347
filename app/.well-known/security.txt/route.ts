import { handleSecurityTxt } from "@/server/entry/docs/security-txt";

export const dynamic = "force-dynamic";

/** Says where a weakness is reported to (RFC 9116). */
export const GET = handleSecurityTxt;
