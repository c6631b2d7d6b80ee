/** The time of a notice or a maintenance, in the server's form. */
export interface TimeWindow {
  StartDate: string;
  EndDate: string;
}

export const isWithin = ({ StartDate, EndDate }: TimeWindow, now: number): boolean =>
  Date.parse(StartDate) <= now && now < Date.parse(EndDate);

export const isAhead = ({ StartDate }: TimeWindow, now: number): boolean => now < Date.parse(StartDate);
