package credential

// Common is read by tests, to try each word.
var Common = common
