import { handleCspReport } from "@/server/entry/handoff/csp-report";

export const dynamic = "force-dynamic";

export {
  handleCspReport as DELETE,
  handleCspReport as GET,
  handleCspReport as HEAD,
  handleCspReport as OPTIONS,
  handleCspReport as PATCH,
  handleCspReport as POST,
  handleCspReport as PUT,
};
