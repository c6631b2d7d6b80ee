/** A moment as a field has it that asks for the time in Riyadh. */
export const inRiyadh = (at: number) => new Date(at + 3 * 60 * 60_000).toISOString().slice(0, 16);
