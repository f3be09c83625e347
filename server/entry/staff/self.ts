import { router } from "./door";

export const selfRouter = router({});
