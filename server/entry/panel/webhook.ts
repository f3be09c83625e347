import { router } from "./door";

export const webhookRouter = router({});
