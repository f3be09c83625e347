import { router } from "./door";

export const requestRouter = router({});
