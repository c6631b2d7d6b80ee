package attachment

import (
	"path"
	"strings"
	"unicode"
)

const (
	longestName = 80 // characters, with the ending
	nameless    = "file"
)

// endings of names by type; the first is given to a name that has none of them.
var endings = map[string][]string{"image/jpeg": {".jpg", ".jpeg"}, "image/png": {".png"}, pdf: {".pdf"}}

// named is a name as it is kept, ending as its type does. The ending of another type that we know goes.
func named(name, kind string) string {
	cleaned := Clean(name)
	ending := path.Ext(cleaned)
	base := strings.TrimSuffix(cleaned, ending)
	switch typeOf(ending) {
	case kind:
		ending = strings.ToLower(ending)
	case "":
		base, ending = cleaned, endings[kind][0]
	default:
		ending = endings[kind][0]
	}
	if base = cut(base, longestName-len(ending)); base == "" {
		base = nameless
	}
	return base + ending
}

func typeOf(ending string) string {
	for kind, known := range endings {
		for _, each := range known {
			if strings.EqualFold(each, ending) {
				return kind
			}
		}
	}
	return ""
}

// Clean is a name without its folder and without what cannot be seen, such as characters that turn the direction of writing: a name ends
// the way it looks as if it did.
func Clean(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	seen := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r), r == unicode.ReplacementChar, strings.ContainsRune(`"<>|?*:;`, r):
			return -1
		default:
			return r
		}
	}, name)
	return cut(strings.Trim(strings.Join(strings.Fields(seen), " "), ". "), longestName)
}

func cut(text string, most int) string {
	if characters := []rune(text); len(characters) > most {
		return strings.TrimRight(string(characters[:most]), ". ")
	}
	return text
}
