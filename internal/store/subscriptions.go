package store

// Kinds of lines.
const (
	LineVoice = "voice"
	LineData  = "data"
)
