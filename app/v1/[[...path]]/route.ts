import { handleV1 } from "@/server/entry/v1/handle";

export const dynamic = "force-dynamic";

export {
  handleV1 as DELETE,
  handleV1 as GET,
  handleV1 as HEAD,
  handleV1 as OPTIONS,
  handleV1 as PATCH,
  handleV1 as POST,
  handleV1 as PUT,
};
