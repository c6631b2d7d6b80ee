package credential

// Common lets tests try each word.
var Common = common
