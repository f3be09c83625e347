import { handleSandbox } from "@/server/entry/sandbox/handle";

export const dynamic = "force-dynamic";

export {
  handleSandbox as DELETE,
  handleSandbox as GET,
  handleSandbox as HEAD,
  handleSandbox as OPTIONS,
  handleSandbox as PATCH,
  handleSandbox as POST,
  handleSandbox as PUT,
};
