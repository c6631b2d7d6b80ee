package site

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

func (e *examination) examineHome() {
	s := e.site
	e.expect(s.Sliders[HomeSlider] != nil, "sliders", "the site needs a slider "+HomeSlider)
	for _, slider := range slices.Sorted(maps.Keys(s.Sliders)) {
		seen := map[string]bool{}
		for i, slide := range s.Sliders[slider] {
			here := fmt.Sprintf("sliders.%s[%d]", slider, i)
			e.unique(here+".id", slide.ID, seen)
			e.notice(here, Notice{slide.Title, slide.Text})
			e.text(here+".action", slide.Action)
			e.image(here, slide.Image)
			e.image(here, slide.PhoneImage)
			e.expect(slide.PhoneImage == "" || slide.Image != "", here+".image", "a picture for phones needs one for wide screens")
			e.target(here, slide.Target, true)
		}
	}
	seen := map[string]bool{}
	for i, section := range s.Sections {
		here := fmt.Sprintf("sections[%d]", i)
		e.unique(here+".key", section.Key, seen)
		e.notice(here, Notice{section.Title, section.Text})
		e.target(here, section.Target, false)
	}
	clear(seen)
	for i, offered := range s.Packages {
		here := fmt.Sprintf("packages[%d]", i)
		e.unique(here+".plan", offered.Plan, seen)
		e.image(here, offered.Image)
		e.target(here, offered.Target, true)
	}
}

func (e *examination) unique(where, id string, seen map[string]bool) {
	e.expect(name.MatchString(id), where, "must be a name of letters, digits, - and _")
	e.expect(!seen[id], where, "is there twice: "+id)
	seen[id] = true
}

// image accepts only our own files, because the pages load no others.
func (e *examination) image(where, path string) {
	e.expect(path == "" || strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//"), where+".image", "must be a path on this site")
}

func (e *examination) examinePopup() {
	popup := e.site.Popup
	if popup == nil {
		return
	}
	e.expect(name.MatchString(popup.ID), "popup.id", "must be a name of letters, digits, - and _")
	e.expect(Window{popup.Start, popup.End}.Valid(), "popup.end", "must be after its start")
	e.notice("popup", popup.Notice)
	e.target("popup", popup.Target, false)
	if popup.Target != (Target{}) {
		e.text("popup.action", popup.Action)
	}
}

func (e *examination) examineUpdates() {
	updates := e.site.Updates
	for key, number := range map[string]string{"updates.optional": updates.Optional, "updates.forced": updates.Forced} {
		e.expect(version.MatchString(number), key, "must be a version like 1.4.0")
	}
}
