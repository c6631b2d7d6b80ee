package hot

// Of returns a statement of a test.
func Of(text string) Statement { return Statement{text} }

// Text returns the text of a statement.
func (s Statement) Text() string { return s.text }
