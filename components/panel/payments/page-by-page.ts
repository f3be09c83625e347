/** How one page leads to the next, for the server that reads the first one and the browser that reads the others. */
export const pageByPage = {
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
};
