/** Whether a dialog stands over another one: keys are for the one on top alone. One that fades out still counts. */
export const isCovered = (): boolean => document.querySelectorAll("[aria-modal=true]").length > 1
