/** The subject of the alert that the pages of the running release are not authorised. */
export const releaseSubject = "release";
