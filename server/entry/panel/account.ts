import { router } from "./door";

export const accountRouter = router({});
