// The addresses of what communities have uploaded (contract "HTTP API").

/** Whether an address is that of one of the product's own uploads: below `/uploads/`, with no way out of there. */
export const isUpload = (address: string): boolean => /^\/uploads\/[\w.~%/-]+$/.test(address) && !/\.\.|%2e/i.test(address)
