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

// endings lists the endings of names by type; a name with none of them gets the first.
var endings = map[string][]string{"image/jpeg": {".jpg", ".jpeg"}, "image/png": {".png"}, pdf: {".pdf"}}

// storedName returns the stored name of a file: cleaned, and with the ending of its type. The ending of another known type is removed.
func storedName(name, kind string) string {
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

// Clean removes the folder and invisible characters from a name, such as marks that turn the direction of writing: a name ends as
// it looks.
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
