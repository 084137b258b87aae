/** What a SKU is stored and found by: SKUs are compared without regard to case. */
export const skuKey = (sku: string): string => sku.trim().toLowerCase();
